import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** The distance from the end, in pixels, up to which the reader counts as being at the end. */
const nearEnd = 120;

const scroller = () => document.documentElement;
const distanceToEnd = (): number => {
  const { scrollHeight, scrollTop, clientHeight } = scroller();
  return scrollHeight - scrollTop - clientHeight;
};

/**
 * Keeps the end in view while `content` grows, unless the reader has scrolled up.
 * `count` is the number of turns; a new turn always comes into view.
 */
export const useFollow = (
  content: RefObject<HTMLElement | null>,
  count: number,
): { isAway: boolean; toEnd: () => void } => {
  const isFollowing = useRef(true);
  const [isAway, setAway] = useState(false);
  const toEnd = useCallback(() => {
    isFollowing.current = true;
    scroller().scrollTop = scroller().scrollHeight;
  }, []);
  useEffect(() => {
    const onScroll = () => {
      isFollowing.current = distanceToEnd() < nearEnd;
      setAway(!isFollowing.current);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) toEnd();
    });
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [content, toEnd]);
  useEffect(() => {
    if (count > 0) toEnd();
  }, [count, toEnd]);
  return { isAway, toEnd };
};
