import './typescript.mjs';

export default async function globalSetup() {
  if (process.env.STRESS === '1') {
    process.env.PROPERTY_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
    process.stderr.write(`PROPERTY_SEED=${process.env.PROPERTY_SEED}\n`);
  }
  const { startServices } = await import('./services.ts');
  globalThis.stopServices = await startServices();
}
