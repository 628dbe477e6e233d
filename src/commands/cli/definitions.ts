import { DEFAULT_LISTED } from '../../core/limits.js';
import type { Command, Options } from './command.js';

// The commands of `standing`. Each is run by the module of src/commands with the same name.
// `--help` and argument checks use these definitions; the list of commands shows the first
// sentences.

const URL_OPTION = {
  type: 'string',
  value: 'URL',
  help: 'the service; STANDING_URL, or this machine at PORT, unless given',
} as const;

/** Exit codes of commands that ask about a business but get no answer: see `exitCodeOf`. */
const WITHOUT_AN_ANSWER =
  '2 when the arguments are wrong, 4 when a register or the service could not be reached, 5 when anything else failed (key, credits, disk).';

const SERVICE_OPTIONS = {
  url: URL_OPTION,
  key: { type: 'string', value: 'KEY', help: 'the API key; STANDING_KEY unless given, or the one of standing login' },
  json: { type: 'boolean', help: 'the answer as one JSON object instead of lines' },
} as const;

const GOOD_STANDING_OPTION = {
  'require-good-standing': { type: 'boolean', help: 'exit with 6 unless the register states good standing' },
} as const;

const ADDRESS_OPTION = {
  type: 'string',
  value: 'ADDRESS',
  help: 'its address: confirms it or distinguishes namesakes',
} as const;

export const START = {
  name: 'start',
  summary: 'Runs the service, as npm start does in a clone.',
} as const;

export const VERIFY = {
  name: 'verify',
  summary: 'Asks a running service whether a business is registered and in good standing.',
  forms: ['NAME JURISDICTION'],
  options: {
    ...SERVICE_OPTIONS,
    ...GOOD_STANDING_OPTION,
    number: { type: 'string', value: 'NUMBER', help: 'its number in the register, when you know it' },
    address: ADDRESS_OPTION,
    officer: { type: 'string', value: 'NAME', help: 'a person who runs it: used like the address' },
    deep: { type: 'boolean', help: 'also return agent, officers, address and filings' },
    fresh: { type: 'boolean', help: 'ask the register again instead of using a stored answer; deep only' },
  },
  notes: [
    `Exit code: 0 when the business is registered, 1 when it is not, 3 when the match needs a review, ${WITHOUT_AN_ANSWER}`,
    'With --require-good-standing also 6: it is registered, and the register does not state that it is in good standing.',
  ],
} as const;

export const SEARCH = {
  name: 'search',
  summary: 'Asks a running service which businesses have a name like this, everywhere or in some jurisdictions.',
  forms: ['NAME [JURISDICTION...]'],
  options: {
    ...SERVICE_OPTIONS,
    address: ADDRESS_OPTION,
    'max-credits': { type: 'string', value: 'N', help: 'do not search if it could cost more' },
    limit: { type: 'string', value: 'N', default: String(DEFAULT_LISTED), help: 'how many to list' },
  },
  notes: [
    `Exit code: 0 when something was found, 1 when every register answered and nothing was, ${WITHOUT_AN_ANSWER}`,
  ],
} as const;

export const BATCH = {
  name: 'batch',
  summary:
    'Verifies a file of names with a running service: CSV with a header, or NDJSON. Shows the maximum cost first.\n' +
    'Run it again after an interruption: within a day, the same file continues the same batch.',
  forms: ['FILE', '--batch ID [--retry]'],
  options: {
    ...SERVICE_OPTIONS,
    batch: { type: 'string', value: 'ID', help: 'continue this batch instead of sending a file' },
    retry: { type: 'boolean', help: 'with --batch: ask its unanswered rows again, as one batch of their own' },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'the file for the results: NDJSON by that ending, otherwise CSV; beside FILE unless given',
    },
    ...GOOD_STANDING_OPTION,
    yes: { type: 'boolean', short: 'y', help: 'start it without asking' },
    'max-credits': { type: 'string', value: 'N', help: 'do not start it if it could cost more' },
    anew: { type: 'boolean', help: 'make a new batch even if the same file was sent within the last day' },
  },
  notes: [
    `Exit code: 0 when the results are written, 1 when it waits or was cancelled, 130 when it was interrupted, ${WITHOUT_AN_ANSWER}`,
    'With --require-good-standing also 6: the results are written, and not every row is found in good standing.',
  ],
} as const;

export const ACCOUNT = {
  name: 'account',
  summary: 'Creates an account and its first API key, without e-mail. The key is shown once.',
  forms: ['create --email ADDRESS'],
  options: {
    email: { type: 'string', value: 'ADDRESS', help: 'its e-mail address, which counts as verified' },
    name: { type: 'string', value: 'NAME', help: 'the name of its owner' },
    credits: { type: 'string', value: 'N', help: 'its first credits; FREE_CREDITS unless given' },
    label: { type: 'string', value: 'LABEL', help: 'the label of its key' },
    json: { type: 'boolean', help: 'one JSON object instead of lines' },
  },
} as const;

export const LOGIN = {
  name: 'login',
  summary:
    'Keeps an API key for the commands, in a file that only you can read. Reads the key from the terminal, or from what is piped to it.',
  options: {
    url: URL_OPTION,
    forget: { type: 'boolean', help: 'delete the key that is kept for the service' },
  },
  notes: [
    'The file is standing/keys.json in XDG_CONFIG_HOME, or in ~/.config. --key and STANDING_KEY take precedence.',
    'Exit code: 0 when the key is kept, 2 when the arguments are wrong, 4 when the service could not be reached, 5 when it refuses the key.',
  ],
} as const;

export const WEBHOOK_LISTEN = {
  name: 'webhook:listen',
  summary: 'Receives webhooks on this machine, checks their signatures and prints them.',
  options: {
    port: { type: 'string', default: '4000', value: 'N', help: 'where to listen' },
    secret: { type: 'string', value: 'whsec_...', help: 'the secret to check signatures with' },
    key: { type: 'string', value: 'stnd_...', help: 'an API key, to fetch the secret of its account' },
    url: URL_OPTION,
    status: {
      type: 'string',
      default: '204',
      value: 'N',
      help: 'the HTTP status to answer with, to see the service retry',
    },
    json: { type: 'boolean', help: 'one JSON object a line' },
  },
} as const;

export const MIGRATE = {
  name: 'migrate',
  summary: 'Brings the database of DATABASE_URL up to date. Run it before you start the processes.',
} as const;

export const LEDGER = {
  name: 'ledger',
  summary:
    'Recomputes every balance from its entries. Exit code: 0 if all of them add up, else 1, with the first difference.',
  forms: ['check'],
  options: { json: { type: 'boolean', help: 'one JSON object instead of a sentence' } },
} as const;

export const EVIDENCE = {
  name: 'evidence',
  summary:
    'Checks a file of GET /v1/evidence/{id}/warc. It needs no service. It checks the digest of each record, the address and time of each exchange, and the text of each field.',
  forms: ['verify FILE', 'verify FILE REGISTER_FILE...'],
  options: { json: { type: 'boolean', help: 'one JSON object for each piece of evidence instead of lines' } },
  notes: [
    'FILE: as downloaded, unpacked, packed again, or several joined (cat), all packed or none.',
    'REGISTER_FILE: the files that an imported register published. The rows are looked up in them.',
    'Exit code: 0 if everything is correct, 1 if something was changed, 2 if the file is truncated, padded, too large or of another kind.',
  ],
} as const;

export const REPLAY = {
  name: 'replay',
  summary:
    'Reads the bytes that a register sent with the adapter of this version. It shows each field whose value changed, and writes nothing. A file needs no service and no database.',
  forms: ['ID', 'FILE'],
  options: { json: { type: 'boolean', help: 'one JSON object for each piece of evidence instead of lines' } },
  notes: [
    'FILE: of GET /v1/evidence/{id}/warc, as downloaded, unpacked, packed again, or several joined (cat), all packed or none.',
    'ID is that of evidence (evd_...) in the database of DATABASE_URL, or the embedded one.',
    'Exit code: 0 if every value is the same, 1 if one changed, 2 if it cannot be read again: not kept, erased, truncated, padded, too large or of another kind.',
  ],
} as const;

export const BACKUP = {
  name: 'backup',
  summary:
    'Copies the embedded database, which must be stopped, to a new folder. A database of DATABASE_URL is backed up with pg_dump.',
  forms: ['FOLDER'],
} as const;

export const REGISTRY = {
  name: 'registry',
  summary:
    'Imports the files of registers, and checks what registers send. It downloads a file first where that is allowed. A service may run meanwhile.',
  forms: ['import CODE FILE...', 'update [CODE...]', 'probe [CODE...]', 'status'],
  options: {
    'as-of': {
      type: 'string',
      value: 'YYYY-MM-DD',
      help: 'the date of the edition; the newest in the file unless given',
    },
    json: { type: 'boolean', help: 'the status as JSON' },
    report: { type: 'string', value: 'FILE', help: 'the result of a probe as JSON, without keys, accounts and paths' },
  },
} as const;

export const SANDBOX = {
  name: 'sandbox',
  summary:
    'Serves the fictional registers without the service: for testing adapters, or for a service elsewhere (REGISTRY_<CODE>_URL).',
  options: {
    port: { type: 'string', default: '8080', value: 'N', help: 'where to listen' },
    latency: { type: 'string', default: '0', value: 'N', help: 'the delay of every answer in milliseconds' },
    faults: { type: 'string', default: '0', value: 'N', help: 'the percentage of requests that are answered 503' },
    dir: { type: 'string', value: 'FOLDER', help: 'the extracts to serve, instead of the bundled ones' },
  },
} as const;

export const MATCH = {
  name: 'match',
  summary:
    'Scores pairs of names with the matcher of the service. Returns every row, in order, with confidence and explanation.',
  forms: ['FILE.csv'],
  notes: [
    'The file has a header with the columns name_a, name_b and, if they are known, jurisdiction, address_a and address_b.',
    'Commas, semicolons or tabs separate them.',
  ],
} as const;

export const DEFINITIONS: readonly Command<Options>[] = [
  START,
  VERIFY,
  SEARCH,
  BATCH,
  ACCOUNT,
  LOGIN,
  WEBHOOK_LISTEN,
  MIGRATE,
  LEDGER,
  EVIDENCE,
  REPLAY,
  BACKUP,
  REGISTRY,
  SANDBOX,
  MATCH,
];
