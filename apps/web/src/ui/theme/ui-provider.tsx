import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { rescueFocus } from '../behaviour/focus-rescue.ts';
import { watchPresses } from '../behaviour/use-arrival.ts';
import { theme } from './theme.ts';
import '@mantine/core/styles.layer.css';
import './mantine.css';

/** Marks the page while a scrollbar takes room, so that a dialog keeps that room and nothing moves (mantine.css). */
const useScrollMark = (): void => {
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

interface UiProviderProps {
  children: ReactNode;
  /** Turns transitions and portals off, for tests. */
  still?: boolean;
  /** The storage of the reader's choice of light or dark. */
  colorSchemes: MantineColorSchemeManager;
}

/** Provides the theme and the colour scheme. It adds no style tag to the page. */
export const UiProvider = ({ children, still = false, colorSchemes }: UiProviderProps) => {
  useScrollMark();
  useEffect(rescueFocus, []);
  useEffect(watchPresses, []);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      withCssVariables={false}
      withGlobalClasses={false}
      env={still ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  );
};
