// Accepts every message on 1025 and lists messages on 8025 as mailpit does (GET /api/v1/messages,
// newest first).
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

const messages = [];

createServer((socket) => {
  let to = [];
  let lines;
  const say = (line) => socket.write(`${line}\r\n`);
  const answers = { EHLO: '250 mail', HELO: '250 mail', DATA: '354 go on', QUIT: '221 bye' };
  socket.on('error', () => socket.destroy());
  say('220 mail');
  createInterface({ input: socket }).on('line', (line) => {
    if (lines && line !== '.') return lines.push(line);
    if (lines) {
      const subject = lines.find((each) => /^subject: /i.test(each))?.slice('subject: '.length);
      messages.unshift({ ID: String(messages.length), To: to.map((Address) => ({ Address })), Subject: subject });
      [to, lines] = [[], undefined];
      return say('250 ok');
    }
    const word = line.slice(0, 4).toUpperCase();
    if (word === 'RCPT') to.push(/<(.*?)>/.exec(line)?.[1]);
    if (word === 'DATA') lines = [];
    say(answers[word] ?? '250 ok');
    if (word === 'QUIT') socket.end();
  });
}).listen(1025);

createHttpServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ messages }));
}).listen(8025);

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
