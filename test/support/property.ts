import * as fc from 'fast-check';

/**
 * Runs of the same code use the same cases. The nightly run sets another seed, which a failure
 * prints.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 54) });

export { fc };
