import './typescript.mjs';

export default async function globalSetup() {
  const { startServices } = await import('./services.ts');
  globalThis.stopServices = await startServices();
}
