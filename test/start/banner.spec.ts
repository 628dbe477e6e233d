import { banner } from '../../src/bootstrap/banner.js';
import { loadConfig } from '../../src/config.js';

const registries = { sampleNames: () => ['Imaginary Lanterns LLC'] };
const shown = (env: Record<string, string>) => banner(loadConfig(env), 'http://127.0.0.1:3000', registries);

describe('the message at the start', () => {
  it('says how to get a key by e-mail', () => {
    expect(shown({})).toContain('/v1/auth/request-access');
    expect(shown({})).toContain('/v1/auth/verify-access');
  });

  it('says how to create an account where sign-up is closed', () => {
    const closed = shown({ SIGN_UP: 'off' });
    expect(closed).not.toContain('request-access');
    expect(closed).toContain('npx --no standing account create --email');
    expect(closed).toContain('/v1/verify');
  });
});
