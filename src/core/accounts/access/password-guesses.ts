import { networkOf } from '../../rate-limits/network.js';
import { RateLimits, tooMany, usedOf } from '../../rate-limits/ports.js';
import { Passwords } from '../ports.js';
import { Injectable } from '../../injectable.js';

/** Wrong passwords per minute, for one address from one network. */
const OF_ADDRESS = 5;
/** Per hour: no password for this address from this network is compared any more. */
const MAX_OF_ADDRESS = 20;
/** Wrong passwords per hour and network, across all addresses. */
const OF_NETWORK = 20;
/** Per hour: no password from this network is compared any more. Bounds the work. */
const MAX_OF_NETWORK = 200;

/**
 * Compares passwords, and limits guessing. Each limit has a ceiling above it: between the two only
 * wrong passwords are refused, so that guesses of others in the same network do not lock an owner
 * out. Guesses from another network never do.
 */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly passwords: Passwords,
    private readonly rateLimits: RateLimits,
  ) {}

  /**
   * Returns whether the password is right, and takes as long without a hash. Throws
   * `RATE_LIMIT_EXCEEDED` for a wrong password over the limits, and for any over the ceilings.
   */
  async isRight(password: string, hash: string | undefined, from: { email: string; ip: string }): Promise<boolean> {
    const network = networkOf(from.ip);
    const ofAddress = `wrong password ${network} ${from.email}`;
    const ofNetwork = `wrong password ${network}`;
    // Counted before the slow comparison, so that a burst hits the ceilings.
    const inMinute = await this.rateLimits.count(`${ofAddress} minute`, MAX_OF_ADDRESS, 'sliding minute');
    const counted = [
      await this.rateLimits.count(ofAddress, MAX_OF_ADDRESS, 'sliding hour'),
      await this.rateLimits.count(ofNetwork, MAX_OF_NETWORK, 'sliding hour'),
    ] as const;
    const closed = counted.find(({ within }) => !within);
    if (closed) throw tooMany(closed, RULES.ceiling);
    if (await this.passwords.matches(password, hash)) {
      await this.rateLimits.giveBack(`${ofAddress} minute`, 'sliding minute');
      await this.rateLimits.giveBack(ofAddress, 'sliding hour');
      await this.rateLimits.giveBack(ofNetwork, 'sliding hour');
      return true;
    }
    if (usedOf(inMinute) > OF_ADDRESS) throw tooMany(inMinute, RULES.address);
    if (usedOf(counted[1]) > OF_NETWORK) throw tooMany(counted[1], RULES.network);
    return false;
  }
}

const RULES = {
  address: `One network may give ${OF_ADDRESS} wrong passwords a minute for one address`,
  network: `One network may give ${OF_NETWORK} wrong passwords an hour`,
  ceiling: 'Too many wrong passwords came from this network',
};
