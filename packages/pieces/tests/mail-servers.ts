import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const findDovecot = (): string => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, 'dovecot')).find(existsSync);
  if (found === undefined) throw new Error('Dovecot is missing. “node tools/needs.mjs” installs it.');
  return found;
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** Takes the mails that Dovecot passes on, as the next server on their way would. */
const startNextServer = async () => {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = '';
    let mail: string[] | undefined;
    const answer = (line: string): string | undefined => {
      if (mail && line !== '.') return void mail.push(line.replace(/^\./, ''));
      if (mail) {
        mails.push(mail.join('\n'));
        mail = undefined;
        return '250 kept';
      }
      if (/^DATA/i.test(line)) mail = [];
      if (/^RCPT TO:<nobody@/i.test(line)) return '550 5.1.1 no such mailbox';
      return mail ? '354 go on' : '250 ok';
    };
    socket.on('error', () => undefined);
    socket.write('220 next\r\n');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const reply = answer(line);
        if (reply !== undefined) socket.write(`${reply}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { mails, port: (server.address() as AddressInfo).port, close };
};

/** Makes the certificate of the host, signed by itself. */
export const makeCertificate = (folder: string, host: string): void => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  const name = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  execFileSync('openssl', [...kind, ...name, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
};

interface Ports {
  imap: number;
  imaps: number;
  smtp: number;
  smtps: number;
}

/** Dovecot runs as whoever runs the tests; as root it refuses to read mail, so that it does so as “nobody”. */
const nobody = 65_534;

const settingsOf = (folder: string, { imap, imaps, smtp, smtps }: Ports, next: number): string => {
  const { username, uid, gid } = userInfo();
  const [mailUid, mailGid] = uid === 0 ? [nobody, nobody] : [uid, gid];
  const user = uid === 0 ? 'nobody' : username;
  const listener = (name: string, port: number, tls: boolean) =>
    `inet_listener ${name} {\n address = 127.0.0.1\n port = ${port}\n${tls ? ' ssl = yes\n' : ''}}`;
  return `
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap submission
ssl = yes
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
ssl_dh =
disable_plaintext_auth = no
default_internal_user = ${user}
default_login_user = ${user}
first_valid_uid = ${mailUid}
first_valid_gid = ${mailGid}
mail_location = maildir:${folder}/mail
hostname = next.example.com
submission_relay_host = 127.0.0.1
submission_relay_port = ${next}
submission_relay_trusted = no
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${mailUid} gid=${mailGid} home=${folder}/mail
}
namespace inbox {
  inbox = yes
  mailbox Archive {
    auto = create
  }
}
service imap-login {
  chroot =
  ${listener('imap', imap, false)}
  ${listener('imaps', imaps, true)}
}
service submission-login {
  chroot =
  ${listener('submission', smtp, false)}
  ${listener('submissions', smtps, true)}
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    setTimeout(() => socket.destroy(), 1000).unref();
  });

/** Starts Dovecot with a mailbox for every user name, whose password is `secret`, and the host of its certificate. */
export const startMailServers = async (host: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-mail-'));
  const next = await startNextServer();
  const ports: Ports = {
    imap: await freePort(),
    imaps: await freePort(),
    smtp: await freePort(),
    smtps: await freePort(),
  };
  chmodSync(folder, 0o755);
  const mail = join(folder, 'mail');
  const inbox = join(mail, 'new');
  const unfinished = join(mail, 'tmp');
  for (const part of [mail, inbox, join(mail, 'cur'), unfinished]) {
    mkdirSync(part);
    if (userInfo().uid === 0) chownSync(part, nobody, nobody);
  }
  makeCertificate(folder, host);
  writeFileSync(join(folder, 'dovecot.conf'), settingsOf(folder, ports, next.port));
  const dovecot = spawn(findDovecot(), ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const logOf = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '');
  for (let tries = 0; !(await answers(ports.imap)); tries += 1) {
    if (tries > 100 || dovecot.exitCode !== null) throw new Error(`Dovecot did not start.\n${logOf()}`);
    await sleep(200);
  }
  let arrived = 0;
  return {
    ports,
    ca: readFileSync(join(folder, 'certificate.pem'), 'utf8'),
    /** The mails that were sent. */
    sent: next.mails,
    /** Puts a mail into the inbox, as if it had arrived, now or at `at`. */
    receive: (message: string, at = new Date()): void => {
      arrived += 1;
      const name = `${Date.now()}.${String(arrived).padStart(6, '0')}.test`;
      // Dovecot takes a file out of the inbox at once, so it is complete before it is moved there.
      const file = join(unfinished, name);
      writeFileSync(file, message.replaceAll('\n', '\r\n'), { mode: 0o644 });
      utimesSync(file, at, at);
      if (userInfo().uid === 0) chownSync(file, nobody, nobody);
      renameSync(file, join(inbox, name));
    },
    close: async (): Promise<void> => {
      const ended = new Promise((resolve) => dovecot.once('exit', resolve));
      dovecot.kill('SIGTERM');
      await Promise.race([ended, sleep(10_000, undefined, { ref: false })]);
      next.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
