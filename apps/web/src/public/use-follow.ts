import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** How far from the end still counts as being there, in pixels. */
const nearEnd = 120;

const scroller = () => document.documentElement;
const distanceToEnd = (): number => {
  const { scrollHeight, scrollTop, clientHeight } = scroller();
  return scrollHeight - scrollTop - clientHeight;
};

/**
 * Keeps the end in view while `content` grows, as long as the reader is there; one who scrolled up is left in
 * peace. `count` is how many turns there are: a new one always comes into view.
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
