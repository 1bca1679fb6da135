import { describe, expect, it } from 'vitest';
import { greeting } from './greeting.ts';
import { loadConfig } from './kernel/config/config.ts';

const say = (
  env: Record<string, string>,
  {
    address = 'http://127.0.0.1:3000',
    ...rest
  }: {
    address?: string;
    operatorCode?: undefined;
    confinement?: 'permissions';
    logFile?: string;
  } = {},
) =>
  greeting({
    operatorCode: 'Xk3',
    logFile: undefined,
    confinement: 'namespaces',
    address,
    more: [['Search', 'by words only', 'Another line']],
    config: loadConfig({ ATELIER_DATA: '/srv/atelier', ...env }),
    ...rest,
  });

describe('the text that the start prints', () => {
  it('names the address, the first step, the model that answers, and where mails and data are kept', () => {
    expect(say({})).toBe(`
  Atelier runs at http://127.0.0.1:3000

  Sign up   http://127.0.0.1:3000/signup#operator=Xk3
            Open this link yourself and keep it: it shows that you run this server. Others sign up at /signup.
  Answers   in sentences quoted from your documents, as no model is set up
            A running Ollama is found by itself; others are added under Models, or with OPENAI_API_KEY=… npm start
  Search    by words only
            Another line
  Mails     none is sent: all wait in the outbox, which opens with the link above (SMTP_URL sends them)
  Data      /srv/atelier

  Ctrl-C ends it; the next start shows everything again.
`);
  });

  it('names the file of the log where there is one', () => {
    expect(say({}, { logFile: '/srv/atelier/atelier.log' })).toContain(
      '  Log       /srv/atelier/atelier.log\n',
    );
  });

  it('names the public address, the model and the mail server, and no secret of theirs', () => {
    const said = say(
      {
        PUBLIC_URL: 'https://atelier.example.com',
        SMTP_URL: 'smtp://ada:hunter2@mail.example.com:587',
        OPENAI_API_KEY: 'sk-hunter2',
        DATABASE_URL: 'postgres://ada:hunter2@db.example.com/atelier',
      },
      { operatorCode: undefined },
    );
    expect(said).toContain('  Sign up   https://atelier.example.com/signup\n');
    expect(said).toContain('  Answers   gpt-4.1-mini at api.openai.com\n');
    expect(said).toContain('  Mails     sent by mail.example.com:587\n');
    expect(said).toContain('DATABASE_URL');
    expect(said).not.toContain('hunter2');
    expect(said).not.toContain('operator');
  });

  it('gives an address that a browser can open where the server listens everywhere', () => {
    expect(say({}, { address: 'http://0.0.0.0:3000' })).toContain('Atelier runs at http://127.0.0.1:3000\n');
    expect(say({}, { address: 'http://[::]:3000' })).toContain('Atelier runs at http://127.0.0.1:3000\n');
  });

  it('says what a document could still reach where the system confines parsers only partly', () => {
    expect(say({}, { confinement: 'permissions' })).toMatch(
      /\n {2}Parsers {3}are kept from the disk by Node alone/,
    );
  });
});
