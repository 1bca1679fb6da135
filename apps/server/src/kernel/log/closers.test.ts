import { describe, expect, it } from 'vitest';
import { Closers } from './closers.ts';
import { createLog } from './log.ts';

const setup = (totalMs?: number) => {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    pretty: false,
    destination: { write: (line) => void lines.push(line) },
  });
  return { closers: new Closers(log, totalMs), lines };
};

describe('closing a server', () => {
  it('closes in reverse order, one after the other', async () => {
    const { closers } = setup();
    const closed: string[] = [];
    for (const name of ['database', 'pool', 'http']) {
      closers.add(name, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        closed.push(name);
      });
    }
    await closers.close();
    expect(closed).toEqual(['http', 'pool', 'database']);
  });

  it('continues when one part fails, and says which', async () => {
    const { closers, lines } = setup();
    let closed = false;
    closers.add('database', () => {
      closed = true;
    });
    closers.add('http', () => Promise.reject(new Error('broken')));
    closers.add('live', () => {
      throw new Error('broken too');
    });
    await closers.close();
    expect(closed).toBe(true);
    expect(lines.join()).toContain('http did not close cleanly');
    expect(lines.join()).toContain('live did not close cleanly');
  });

  it('leaves parts that hang behind and still gives the last one its time', async () => {
    const { closers, lines } = setup(400);
    let closed = false;
    closers.add('database', async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      closed = true;
    });
    closers.add('jobs', () => new Promise(() => undefined));
    closers.add('http', () => new Promise(() => undefined));
    await closers.close();
    expect(closed).toBe(true);
    expect(lines.join()).toMatch(/http did not close in time.*jobs did not close in time/s);
  });

  it('happens once, however often it is asked for', async () => {
    const { closers } = setup();
    let count = 0;
    closers.add('http', () => {
      count += 1;
    });
    await Promise.all([closers.close(), closers.close()]);
    await closers.close();
    expect(count).toBe(1);
  });
});
