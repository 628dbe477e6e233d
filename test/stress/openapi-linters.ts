import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Spectral } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { oas } from '@stoplight/spectral-rulesets';

/** What Redocly's recommended rules hold against the document: `rule at place: message`. */
export async function redoclyErrors(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

const ERROR = 0;

/** What Spectral's rules for OpenAPI and OWASP's top ten hold against it. */
export async function spectralErrors(source: string): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended'], owasp] } as never);
  const problems = await spectral.run(source);
  return problems
    .filter(({ severity }) => severity.valueOf() === ERROR)
    .map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`);
}
