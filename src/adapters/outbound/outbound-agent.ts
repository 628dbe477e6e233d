import { Agent, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';

/** Reached directly in any case: the service itself and registers of this machine. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];

/** Returns whether the environment names a proxy for requests to other machines. */
export function hasProxy(): boolean {
  return noProxy() !== '*' && VARIABLES.some((name) => (process.env[name] ?? '') !== '');
}

/**
 * Returns a dispatcher for requests to other machines: directly, or through the proxy of
 * `HTTPS_PROXY` and `HTTP_PROXY` for hosts that `NO_PROXY` does not name. `connect` of the options
 * applies to direct connections. `onConnect` is called for each new connection.
 */
export function outboundAgent(options: Agent.Options = {}, onConnect: () => void = () => undefined): Dispatcher {
  if (!hasProxy()) return new Agent(options).on('connect', onConnect);
  const factory = (origin: string | URL, pool: object) => new Pool(origin, pool).on('connect', onConnect);
  return new EnvHttpProxyAgent({ ...options, factory, noProxy: [noProxy(), ...LOOPBACK].join(',') });
}

function noProxy(): string {
  return (process.env['no_proxy'] ?? process.env['NO_PROXY'] ?? '').trim();
}
