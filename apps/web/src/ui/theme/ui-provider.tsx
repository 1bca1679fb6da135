import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { rescueFocus } from '../behaviour/focus-rescue.ts';
import { watchPresses } from '../behaviour/use-arrival.ts';
import { useScrollMark } from '../behaviour/use-scroll-mark.ts';
import { theme } from './theme.ts';
import '@mantine/core/styles.layer.css';
import './mantine.css';

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
