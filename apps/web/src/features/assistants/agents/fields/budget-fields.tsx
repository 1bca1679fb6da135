import { SettingFields } from '../../../../lib/setting-fields.tsx';
import { agentSettings } from '../model/agent-form.ts';
import type { AgentFormProps } from './agent-form-props.ts';

const ofBudget = agentSettings
  .filter(({ path }) => path.startsWith('budget.'))
  .sort((a, b) => Number(Boolean(a.optional)) - Number(Boolean(b.optional)));

/** The most that one run may use. */
export const BudgetFields = (props: AgentFormProps) => (
  <>
    <p className="note">
      When one of these is used up, the agent answers with what it has found out by then, and the run says so.
    </p>
    <SettingFields settings={ofBudget} props={props} />
  </>
);
