import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

/** Milliseconds for which the copied indicator stays (UI-07). */
export const copiedIndicatorMs = 2000;

/** Copies on demand. `copied` is true for a moment afterwards. */
export const useCopied = (): { copied: boolean; copy: (value: string) => void } => {
  const [copiedAt, setCopiedAt] = useState(0);
  // The indicator disappears after a time, and the timer is outside React.
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
