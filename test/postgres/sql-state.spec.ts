import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import {
  classifyDatabaseError,
  isConnectionFailure,
  orUnavailable,
  sqlState,
} from '../../src/adapters/postgres/client/sql-state.js';

function reported(code: string, severity = 'ERROR'): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('it failed', 0, 'error'), { code, severity });
}

/**
 * One state of every class of https://www.postgresql.org/docs/current/errcodes-appendix.html that
 * an error can have.
 */
const ROLLED_BACK = [
  ...['03000', '09000', '0A000', '0B000', '0F000', '0L000', '0P000', '0Z000', '10608', '20000', '21000', '22003'],
  ...['22021', '23505', '24000', '25P02', '26000', '27000', '28000', '2B000', '2D000', '2F000', '34000', '38000'],
  ...['39000', '3B000', '3D000', '3F000', '40000', '40002', '42601', '42P01', '44000', '53100', '53200', '54000'],
  ...['55000', '57000', '57014', '58030', '72000', 'F0000', 'HV000', 'P0001', 'XX000', 'XX002', 'ST402'],
];

describe('a failed statement', () => {
  it.each(ROLLED_BACK)('is rolled back when the server refused it with %s', (code) => {
    expect(classifyDatabaseError(reported(code))).toBe('rolled back');
  });

  it.each(['40001', '40P01'])('can be retried when it lost against another transaction (%s)', (code) => {
    expect(classifyDatabaseError(reported(code))).toBe('try again');
  });

  it('has to wait when it found a row locked', () => {
    expect(classifyDatabaseError(reported('55P03'))).toBe('wait');
  });

  it.each(['08000', '08003', '08006', '08P01', '40003', '57P01', '57P02', '57P03', '57P04', '57P05'])(
    'may have been committed when its session ended (%s)',
    (code) => {
      expect(classifyDatabaseError(reported(code))).toBe('unknown');
    },
  );

  it.each(['FATAL', 'PANIC'])(
    'may have been committed when its error ended the session (%s), whatever its state',
    (severity) => {
      expect(classifyDatabaseError(reported('XX000', severity))).toBe('unknown');
    },
  );

  it.each([
    ['a connection that was reset', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['a code of five letters that is none of Postgres', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
    ['an answer that did not come in time', new Error('Query read timeout')],
    ['a SQLSTATE that did not come from the server', Object.assign(new Error('deadlock detected'), { code: '40P01' })],
    ['something that is no error', 'lost'],
    ['nothing', undefined],
  ])('may have been committed after %s', (_what, error) => {
    expect(classifyDatabaseError(error)).toBe('unknown');
    expect(sqlState(error)).toBeUndefined();
  });

  it('is recognised inside the error of TypeORM', () => {
    const wrapped = new QueryFailedError('select 1', [], reported('40P01'));
    expect([classifyDatabaseError(wrapped), sqlState(wrapped)]).toEqual(['try again', '40P01']);
  });
});

const LOST = [
  reported('08006'),
  reported('57P01', 'FATAL'),
  reported('57P03', 'FATAL'),
  reported('53300', 'FATAL'),
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  Object.assign(new Error('getaddrinfo ENOTFOUND db'), { code: 'ENOTFOUND' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
];
const OUT_OF_RESOURCES = ['53000', '53100', '53200', '53400'];
const NOT_LOST = [
  ...ROLLED_BACK.filter((code) => !OUT_OF_RESOURCES.includes(code)).map((code) => reported(code)),
  reported('40P01'),
  reported('55P03'),
  new TypeError('undefined is not a function'),
  'Connection terminated',
  undefined,
];

describe('isConnectionFailure', () => {
  it.each(LOST)('is true, and reported as an unavailable database, for %s', (error) => {
    expect(isConnectionFailure(error)).toBe(true);
    expect(orUnavailable(error)).toMatchObject({
      code: 'DATA_SOURCE_UNAVAILABLE',
      details: { reason: 'database_unavailable' },
      cause: error,
    });
  });

  it.each(OUT_OF_RESOURCES)('is false for a lack of resources, which is an unavailable database: %s', (code) => {
    const error = reported(code);
    expect(isConnectionFailure(error)).toBe(false);
    const unavailable = orUnavailable(error);
    expect(unavailable).toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE', cause: error });
    // Nothing was done, so the others of a shared statement are sent again.
    expect([classifyDatabaseError(unavailable), sqlState(unavailable)]).toEqual(['rolled back', code]);
  });

  it('is false for any other error of the server or of our own code', () => {
    expect(NOT_LOST.filter((error) => isConnectionFailure(error))).toEqual([]);
    expect(NOT_LOST.map((error) => orUnavailable(error))).toEqual(NOT_LOST);
  });
});
