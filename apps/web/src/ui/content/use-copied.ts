import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

/** How long the copied indicator stays (UI-07). */
export const copiedIndicatorMs = 2000;

/** Copies on demand, and whether that happened just now. */
export const useCopied = (): { copied: boolean; copy: (value: string) => void } => {
  const [copiedAt, setCopiedAt] = useState(0);
  // The indicator ends by time, which is the browser's.
  useEffect(() => {
    if (copiedAt === 0) return undefined;
    const timer = setTimeout(() => setCopiedAt(0), copiedIndicatorMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  return {
    copied: copiedAt !== 0,
    copy: (value) => void copyText(value).then((done) => done && setCopiedAt(Date.now())),
  };
};
