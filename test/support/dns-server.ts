import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

export interface DnsServer {
  /** Address for a resolver, as `address:port`. */
  server: string;
  /** Received questions, as `A name` or `AAAA name`. */
  questions: string[];
  /**
   * Addresses for the nth question of this type (from 1); `undefined` leaves the question
   * unanswered.
   */
  answer: (type: 'A' | 'AAAA', n: number) => string[] | 'SERVFAIL' | undefined;
  close: () => void;
}

/** Starts a name server whose answers can change from one moment to the next. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const dns: DnsServer = {
    server: `127.0.0.1:${socket.address().port}`,
    questions: [],
    answer: () => [],
    close: () => void socket.close(),
  };
  socket.on('message', (message, { address, port }) => {
    const { type, name, end } = questionOf(message);
    if (type === undefined) return;
    dns.questions.push(`${type} ${name}`);
    const answer = dns.answer(type, dns.questions.filter((asked) => asked.startsWith(`${type} `)).length);
    if (answer === undefined) return;
    const header = Buffer.from(message.subarray(0, HEADER_BYTES));
    const addresses = answer === 'SERVFAIL' ? [] : answer;
    header.writeUInt16BE(RESPONSE + (answer === 'SERVFAIL' ? SERVFAIL : 0), 2);
    for (const [at, count] of [1, addresses.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * at);
    const records = addresses.map((each) => recordOf(type, each));
    socket.send(Buffer.concat([header, message.subarray(HEADER_BYTES, end), ...records]), port, address);
  });
  return dns;
}

// Message format of RFC 1035, section 4.
const HEADER_BYTES = 12;
const RESPONSE = 0x8000;
const SERVFAIL = 2;
const TYPES = { A: 1, AAAA: 28 } as const;

function questionOf(message: Buffer): { type: 'A' | 'AAAA' | undefined; name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = message.readUInt16BE(at + 1);
  const type = (['A', 'AAAA'] as const).find((each) => TYPES[each] === code);
  return { type, name: labels.join('.'), end: at + 5 };
}

/** Returns an address record for the name in the question. */
function recordOf(type: 'A' | 'AAAA', address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  const record = Buffer.alloc(12);
  // A pointer to the name in the question.
  record.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
  record.writeUInt16BE(TYPES[type], 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}
