import { NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { formatCount } from '../../../../lib/format.ts';
import { RuleSection } from '../../../../ui/forms/limits/rule-section.tsx';
import { useSettingsRemoval } from '../api.ts';
import type { Part } from './start-rules.tsx';

interface KeepRuleProps extends Part<'keepDays'> {
  flowId: string;
  companyKeepDays: number;
  /** True when the field differs from what is saved. */
  isChanged: boolean;
}

/** Says before what a shorter time deletes. */
export const KeepRule = ({ value, onChange, flowId, companyKeepDays, isChanged }: KeepRuleProps) => {
  const [days] = useDebouncedValue(value ?? companyKeepDays, 300);
  const removal = useSettingsRemoval(flowId, days, isChanged);
  const count = removal.data?.runs ?? 0;
  return (
    <RuleSection
      label="Keep the runs of this flow for another time"
      description={`Otherwise ended runs are kept for ${formatCount(companyKeepDays, 'day')}, as for the whole company.`}
      isOn={value !== null}
      onSwitch={(isOn) => onChange(isOn ? companyKeepDays : null)}
    >
      <NumberInput
        label="Days"
        min={1}
        max={3650}
        clampBehavior="strict"
        allowDecimal={false}
        value={value ?? companyKeepDays}
        onChange={(next) => typeof next === 'number' && onChange(next)}
      />
      {isChanged && count > 0 ? (
        <p className="failure" role="status">
          Saving deletes {formatCount(count, 'run')} that ended more than {formatCount(days, 'day')} ago,
          within an hour and for good.
        </p>
      ) : null}
    </RuleSection>
  );
};
