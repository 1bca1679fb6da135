import { useEffect } from 'react';

/** Marks the page while a scrollbar takes room, so that a dialog keeps that room and nothing moves (mantine.css). */
export const useScrollMark = (): void => {
  useEffect(() => {
    const page = document.documentElement;
    const mark = () => page.toggleAttribute('data-scrollbar', window.innerWidth > page.clientWidth);
    const observer = new ResizeObserver(mark);
    observer.observe(document.body);
    window.addEventListener('resize', mark);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', mark);
    };
  }, []);
};
