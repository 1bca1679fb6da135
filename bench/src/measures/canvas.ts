import { openBrowser, openPage } from '../../../e2e/src/browsers/open-browser.ts';
import type { Measurement, Part } from '../measurement.ts';
import { median, percentile } from '../statistics.ts';
import { prepareTestBed, type TestBed } from '../test-bed.ts';

const repetitions = 3;
const frames = 240;
/** The same screen with next to nothing on it. */
const smallest = 4;
const sizes = [300, 800];

type Step = Record<string, unknown>;

const codeStep = (number: number): Step => ({
  name: `step_${number}`,
  type: 'CODE',
  displayName: `Compute ${number}`,
  settings: {
    sourceCode: { code: 'export const code = async (inputs) => inputs;', packageJson: '{}' },
    input: { value: '{{trigger.body.value}}' },
  },
});

const parallelStep = (number: number): Step => ({
  name: `step_${number}`,
  type: 'PARALLEL',
  displayName: `Divide ${number}`,
  settings: { branches: [{ branchName: 'Left' }, { branchName: 'Middle' }, { branchName: 'Right' }] },
  children: [codeStep(number + 1), codeStep(number + 2), codeStep(number + 3)],
});

/** Makes the steps from a number on: blocks of four, every third of which is divided into branches. */
const blocksFrom = (number: number, last: number): Step[] => {
  const blocks: Step[] = [];
  for (let next = number; next <= last; next += 4) {
    if ((next - 1) % 3 === 0) blocks.push(parallelStep(next));
    else blocks.push(...[0, 1, 2, 3].map((more) => codeStep(next + more)));
  }
  return blocks;
};

const makeFlow = async ({ client }: TestBed, steps: number): Promise<string> => {
  const chain = blocksFrom(1, steps).reduceRight<Step | undefined>(
    (next, one) => (next ? { ...one, nextAction: next } : one),
    undefined,
  );
  const { flowId } = await client.post<{ flowId: string }>('/api/orchestrator/flows', {
    displayName: `Flow of ${steps} steps`,
    trigger: {
      name: 'trigger',
      type: 'PIECE_TRIGGER',
      displayName: 'Webhook',
      settings: { pieceName: 'webhook', pieceVersion: '', triggerName: 'catch_webhook', input: {} },
      nextAction: chain,
    },
  });
  return flowId;
};

/** Runs in the browser, so these are texts that the type checker does not see. */
const notePaint = `new MutationObserver((_, observer) => {
  if (!document.querySelector('[data-node^="step_"]')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.paintedAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true });`;

const painted = `new Promise((resolve) => {
  const look = () => (window.paintedAt ? resolve(window.paintedAt) : setTimeout(look, 20));
  look();
})`;

/** Moves the canvas in each frame, down and up again, and returns the milliseconds of each frame. */
const pan = `(count) => new Promise((resolve) => {
  const pane = document.querySelector('.react-flow__pane');
  const { left, top, width, height } = pane.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
  const times = [];
  let before;
  const frame = (now) => {
    if (before !== undefined) times.push(now - before);
    before = now;
    if (times.length >= count) return resolve(times);
    pane.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: times.length < count / 2 ? 60 : -60 }));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})`;

interface Look {
  paintMs: number;
  frameMs: number;
  /** CPU of the thread that draws, for each frame. Unlike the times, it does not depend on what else the machine does. */
  frameCpuMs: number;
  wholeFrameMs: number;
  heapMb: number;
}

/** Opens a flow in a browser of its own, and moves its canvas at full size and with the whole flow in view. */
const lookAt = async ({ product, client }: TestBed, flowId: string): Promise<Look> => {
  // Without these, no frame is shorter than the 16.7 ms of a screen with 60 Hz.
  const browser = await openBrowser(['--disable-frame-rate-limit', '--disable-gpu-vsync']);
  try {
    const page = await openPage(browser, product.origin, client.cookies);
    await page.addInitScript(notePaint);
    await page.goto(`${product.origin}/flows/${flowId}`);
    await page.locator('[data-node^="step_"]').first().waitFor();
    const paintMs = await page.evaluate<number>(painted);
    await page.waitForLoadState('networkidle');
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const readCpu = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    };
    const panned = async () => percentile(await page.evaluate<number[]>(`(${pan})(${frames})`), 0.95);
    const cpuBefore = await readCpu();
    const frameMs = await panned();
    const frameCpuMs = ((await readCpu()) - cpuBefore) / frames;
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await page.getByRole('button', { name: 'Show the whole flow' }).click();
    const wholeFrameMs = await panned();
    return { paintMs, frameMs, frameCpuMs, wholeFrameMs, heapMb: usedSize / 1024 ** 2 };
  } finally {
    await browser.close();
  }
};

const middle = (looks: readonly Look[]): Look => ({
  paintMs: median(looks.map((one) => one.paintMs)),
  frameMs: median(looks.map((one) => one.frameMs)),
  frameCpuMs: median(looks.map((one) => one.frameCpuMs)),
  wholeFrameMs: median(looks.map((one) => one.wholeFrameMs)),
  heapMb: median(looks.map((one) => one.heapMb)),
});

const limitIs = `the same screen with a flow of ${smallest} steps`;

const measurementsOf = (steps: number, ours: Look, limit: Look): Measurement[] => {
  const figure = (
    name: string,
    what: string,
    unit: string,
    key: keyof Look,
    distance: string,
  ): Measurement => ({
    name: `canvas.${name}.${steps}`,
    what: `${what}, ${steps} steps`,
    unit,
    ours: ours[key],
    limit: limit[key],
    limitIs,
    better: 'lower',
    distance,
  });
  return [
    figure(
      'paint',
      'from opening the address to the first painted step',
      'ms',
      'paintMs',
      'Reading, checking and placing the steps.',
    ),
    figure(
      'frame',
      'frame while the canvas is moved, p95',
      'ms',
      'frameMs',
      'Cards that come into view are drawn.',
    ),
    figure(
      'frame-cpu',
      'CPU of the drawing thread for a frame while the canvas is moved',
      'ms',
      'frameCpuMs',
      'Cards that come into view are drawn.',
    ),
    figure(
      'frame-whole',
      'frame while the whole flow is in view and moved, p95',
      'ms',
      'wholeFrameMs',
      'All cards are drawn as plain shapes.',
    ),
    figure(
      'heap',
      'memory of scripts after garbage collection',
      'MB',
      'heapMb',
      'The flow, its layout and what each card shows.',
    ),
  ];
};

/** The builder of flows in Chromium, at the sizes of flows that users make and at the largest. */
export const canvasPart: Part = {
  name: 'canvas',
  async measure({ env }) {
    const bed = await prepareTestBed(env);
    try {
      const all = [smallest, ...sizes];
      const flows = new Map<number, string>();
      for (const steps of all) flows.set(steps, await makeFlow(bed, steps));
      const looks = new Map<number, Look[]>(all.map((steps) => [steps, []]));
      // The sizes take turns, so that all of them meet the same load of the machine.
      for (let round = 0; round < repetitions; round += 1) {
        for (const steps of all) looks.get(steps)?.push(await lookAt(bed, flows.get(steps) ?? ''));
      }
      const limit = middle(looks.get(smallest) ?? []);
      return sizes.flatMap((steps) => measurementsOf(steps, middle(looks.get(steps) ?? []), limit));
    } finally {
      await bed.close();
    }
  },
};
