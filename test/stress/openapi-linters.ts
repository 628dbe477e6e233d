import { installed } from '../support/installed.js';

/** Reports errors of Redocly's recommended rules, as `rule at place: message`. */
export async function redoclyLinter(): Promise<Linter> {
  const { load } = await installed('@redocly/openapi-core@2.62.2');
  const { createConfig, lintFromString } = load('@redocly/openapi-core');
  const config = await createConfig({ extends: ['recommended'] });
  return async (source) => {
    const problems: any[] = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
    return problems
      .filter(({ severity }) => severity === 'error')
      .map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
  };
}

const ERROR = 0;

/** Reports errors of Spectral's OpenAPI and OWASP Top 10 rules. */
export async function spectralLinter(): Promise<Linter> {
  const [core, rulesets, owasp] = [
    '@stoplight/spectral-core',
    '@stoplight/spectral-rulesets',
    '@stoplight/spectral-owasp-ruleset',
  ] as const;
  const { load } = await installed(`${core}@1.24.1`, `${rulesets}@1.23.1`, `${owasp}@2.0.1`);
  const spectral = new (load(core).Spectral)();
  spectral.setRuleset({ extends: [[load(rulesets).oas, 'recommended'], load(owasp)] });
  return async (source) => {
    const problems: any[] = await spectral.run(source);
    return problems
      .filter(({ severity }) => severity === ERROR)
      .map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`);
  };
}

export type Linter = (source: string) => Promise<string[]>;
