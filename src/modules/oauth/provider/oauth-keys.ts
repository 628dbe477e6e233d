import { createECDH, hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { JWK } from 'oidc-provider';
import { Settings } from '../../settings/settings.js';

/**
 * The authorization server's keys, derived from the operator's key: nothing to store, the same in
 * every process, and rotated with ENCRYPTION_KEY. The first key signs; signatures of the previous
 * one stay valid while it is configured.
 */
@Injectable()
export class OAuthKeys {
  readonly cookieKeys: string[];
  readonly signingKeys: JWK[];

  constructor({ encryptionKey, encryptionKeyPrevious }: Settings) {
    const passphrases = [encryptionKey, ...(encryptionKeyPrevious ? [encryptionKeyPrevious] : [])];
    this.cookieKeys = passphrases.map((passphrase) => derive(passphrase, 'oauth cookies').toString('base64url'));
    this.signingKeys = passphrases.map(signingKey);
  }
}

function signingKey(passphrase: string): JWK {
  const secret = derive(passphrase, 'oauth signing');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  // An uncompressed point: 0x04, then both coordinates.
  const point = pair.getPublicKey();
  return {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    kid: derive(passphrase, 'oauth key id').toString('base64url').slice(0, 16),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: secret.toString('base64url'),
  };
}

function derive(passphrase: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', passphrase, '', `standing ${purpose}`, 32));
}
