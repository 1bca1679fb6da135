import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

export const LowCreditsTooltip = ({ children }: { children: ReactElement }) => (
  <Tooltip label="Low Credits">{children}</Tooltip>
);
