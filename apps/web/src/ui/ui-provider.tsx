import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';
import { useScrollMark } from './use-scroll-mark.ts';
import '@mantine/core/styles.layer.css';
import './mantine.css';

/** The key under which the reader's own choice of light or dark is kept (also read by color-scheme.js). */
export const colorSchemeKey = 'atelier-color-scheme';

const colorSchemes = localStorageColorSchemeManager({ key: colorSchemeKey });

/** Theme and colour scheme. Adds no style tag to the page. `still`: no transitions and no portals, for tests. */
export const UiProvider = ({ children, still = false }: { children: ReactNode; still?: boolean }) => {
  useScrollMark();
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
