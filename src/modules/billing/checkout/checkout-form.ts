import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Proves that a form was filled in on our own page: another site can send a form to us, but cannot
 * read this token.
 */
export class CheckoutForm {
  constructor(private readonly secret: string) {}

  token(sessionId: string): string {
    return createHmac('sha256', this.secret).update(`checkout form ${sessionId}`).digest('base64url');
  }

  accepts(sessionId: string, token: string): boolean {
    const [expected, given] = [Buffer.from(this.token(sessionId)), Buffer.from(token)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
