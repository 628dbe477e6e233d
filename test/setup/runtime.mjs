import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

const { default: JestRuntime } = createRequire(import.meta.url)('jest-runtime');

/** What this worker has compiled, by file, each with the source that it was compiled from. */
const scripts = new Map();

// Functions that were not called for a while would be compiled again, too.
setFlagsFromString('--no-flush-bytecode');

/**
 * Jest compiles every module again for every suite. Here it is compiled once in a worker, and the script runs in the context of each
 * suite: they have the code in common, and no state.
 */
export default class CompileOnceRuntime extends JestRuntime {
  constructor(config, environment, ...others) {
    super(config, environment, ...others);
    const { executor } = this;
    const head = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = environment.getVmContext();
      if (context === null) return null;
      try {
        if (scripts.get(filename)?.source !== source) {
          const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
          scripts.set(filename, { source, script });
        }
      } catch {
        // Jest says what is wrong with the source.
        return compile(source, filename);
      }
      return scripts.get(filename).script.runInContext(context);
    };
  }
}
