import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import packet from 'dns-packet';

export interface DnsServer {
  /** `address:port`, as a resolver takes it. */
  server: string;
  /** What was asked, as `A name` or `AAAA name`. */
  questions: string[];
  /** The addresses to answer the nth question of this type with (from 1); `undefined` leaves the question unanswered. */
  answer: (type: 'A' | 'AAAA', n: number) => string[] | 'SERVFAIL' | undefined;
  close: () => void;
}

/** A name server of the tests' own, which may say one thing now and another a moment later. */
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
    const { id, questions = [] } = packet.decode(message);
    const [question] = questions;
    if (question?.type !== 'A' && question?.type !== 'AAAA') return;
    const { type, name } = question;
    dns.questions.push(`${type} ${name}`);
    const answer = dns.answer(type, dns.questions.filter((asked) => asked.startsWith(`${type} `)).length);
    if (answer === undefined) return;
    const failed = answer === 'SERVFAIL';
    const answers = failed ? [] : answer.map((data) => ({ type, name, ttl: 0, data }));
    socket.send(packet.encode({ id, type: 'response', flags: failed ? 2 : 0, questions, answers }), port, address);
  });
  return dns;
}
