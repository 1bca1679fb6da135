import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/layout/panel.tsx';

interface EachDayPanelProps {
  metrics: readonly { id: string; label: string }[];
  metric: { id: string };
  onChange: (metric: string) => void;
  children: ReactNode;
}

/** Figures of the days of a period, with a choice of which one is drawn. */
export const EachDayPanel = ({ metrics, metric, onChange, children }: EachDayPanelProps) => (
  <Panel
    title="Each day"
    actions={
      <SegmentedControl
        aria-label="Show"
        size="xs"
        data={metrics.map(({ id, label }) => ({ value: id, label }))}
        value={metric.id}
        onChange={onChange}
      />
    }
  >
    {children}
  </Panel>
);
