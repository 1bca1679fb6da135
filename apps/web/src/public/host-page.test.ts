import { describe, expect, it, vi } from 'vitest';
import { connectHostPage } from './host-page.ts';

const site = 'https://shop.example';

const start = () => {
  const sent: [message: unknown, origin: unknown][] = [];
  const parent = { postMessage: (message: unknown, origin: unknown) => sent.push([message, origin]) };
  let hear: (event: unknown) => void = () => undefined;
  const page = {
    parent: parent as unknown as Window,
    addEventListener: (_type: string, listener: (event: unknown) => void) => {
      hear = listener;
    },
  };
  const host = connectHostPage(page as unknown as Window);
  const say = (data: unknown, change: object = {}) => hear({ data, source: parent, origin: site, ...change });
  return { host, say, sent };
};

describe('the page around a widget', () => {
  it('is told that the chat is ready, and then what to do, at its own origin only', {
    tags: ['WIDGET-02'],
  }, () => {
    const { host, say, sent } = start();
    host.close();
    expect(sent).toEqual([]);
    say('open');
    host.setWide(true);
    host.setWide(false);
    host.close();
    expect(sent).toEqual(['ready', 'wide', 'narrow', 'close'].map((message) => [message, site]));
  });

  it('is not anybody but the parent of the frame, and says nothing but that it opens', () => {
    const { host, say, sent } = start();
    const opened = vi.fn<() => void>();
    host.onOpen(opened);
    say('open', { source: {} });
    say('open', { origin: 'null' });
    say({ atelier: 'open' });
    say('token');
    expect(sent).toEqual([]);
    expect(opened).not.toHaveBeenCalled();
  });

  it('opens the chat for whoever listens, even when it opened before they did', () => {
    const { host, say } = start();
    const [early, late] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const end = host.onOpen(early);
    say('open');
    end();
    host.onOpen(late);
    say('open');
    expect(early).toHaveBeenCalledTimes(1);
    expect(late).toHaveBeenCalledTimes(2);
  });
});
