import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface CaughtMail {
  to: string;
  subject: string;
  text: string;
  /** The message as it came over the wire. */
  message: string;
}

/** Nodemailer writes quoted-printable: long lines end in `=`, and `=3D` is an equals sign. */
const plainOf = (message: string): string =>
  message
    .replace(/=\r?\n/g, '')
    .replace(/=3D/g, '=')
    .replace(/=E2=80=99/g, '’');

const mailOf = (message: string): CaughtMail => ({
  to: /^To: .*?([^\s<]+@[^\s>]+)/m.exec(message)?.[1] ?? '',
  subject: /^Subject: (.*)$/m.exec(message)?.[1]?.trim() ?? '',
  text: plainOf(message),
  message,
});

interface Kept {
  mails: CaughtMail[];
  /** The senders and recipients in the order of the SMTP commands. */
  envelopes: string[];
}

/** Speaks enough SMTP to receive a mail, and refuses recipients at `nobody@`. */
const converse = (socket: Socket, { mails, envelopes }: Kept): void => {
  let message: string[] | undefined;
  const answer = (line: string): string | undefined => {
    if (message) {
      if (line !== '.') return void message.push(line);
      mails.push(mailOf(message.join('\n')));
      message = undefined;
      return '250 kept';
    }
    if (/^(MAIL|RCPT)/i.test(line)) envelopes.push(line);
    if (/^RCPT TO:<nobody@/i.test(line)) return '550 no such mailbox';
    if (/^EHLO/i.test(line)) return '250 test';
    if (/^QUIT/i.test(line)) return '221 bye';
    if (!/^DATA/i.test(line)) return '250 ok';
    message = [];
    return '354 go on';
  };
  socket.write('220 test\r\n');
  let rest = '';
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const reply = answer(line);
      if (reply) socket.write(`${reply}\r\n`);
    }
  });
  socket.on('error', () => undefined);
};

/** Starts a mail server on loopback that keeps every mail, the newest last. */
export const startMailServer = async () => {
  const kept: Kept = { mails: [], envelopes: [] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    converse(socket, kept);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...kept,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
