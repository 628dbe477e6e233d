import type { Config } from '../config.js';
import type { Registries } from '../core/registries/ports.js';

/** The start-up message: the URL, how to get a key, and a request to paste. */
export function banner(
  { smtpUrl, dataDir, registryMode, role, signUp }: Config,
  address: string,
  registries: Pick<Registries, 'sampleNames'>,
): string {
  const [sampleName = 'State Farm Mutual Automobile Insurance Company'] = registries.sampleNames('us-co') ?? [];
  if (role === 'worker') return `Standing runs as a worker; its health is at ${address}/health/ready`;
  const codeComes = smtpUrl ? 'by e-mail' : `here, and in ${dataDir}/outbox`;
  const key = signUp
    ? `Get a key (the code comes ${codeComes}):

  curl ${address}/v1/auth/request-access -H 'content-type: application/json' \\
    -d '{"email":"you@example.com","accept_terms":true}'
  curl ${address}/v1/auth/verify-access -H 'content-type: application/json' \\
    -d '{"email":"you@example.com","code":"CODE"}'`
    : `Sign-up is closed. Create an account and its first key:

  npx --no standing account create --email you@example.com`;
  return `
Standing is ready at ${address}  (registers: ${registryMode})

${key}

Verify a business:

  curl ${address}/v1/verify -H 'content-type: application/json' -H 'prefer: wait=10' -H 'x-api-key: KEY' \\
    -d '{"entity_name":"${sampleName}","jurisdiction":"us-co"}'

Jurisdictions: ${address}/v1/jurisdictions   Health: ${address}/health/ready
`;
}
