// The sandbox's interface for the service, which uses it in place of the real registers.
export { bulkOutcomes } from './bulk/outcomes.js';
export { extractsAt, nextPublication } from './bulk/story.js';
export { isForced } from './forced-outcomes.js';
export { headersAt, SandboxRegisters, type SandboxAnswer } from './sandbox-registers.js';
export { asksForBlind, sceneAt } from './script.js';
export { startSandbox, type Sandbox, type SandboxOptions } from './server.js';
