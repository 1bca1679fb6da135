import type { AgentTurnCost } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { formatExactCredits } from '../../../../lib/format.ts';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { type LiveRun, toWorkerName } from './live-run.ts';
import classes from './runs.module.css';

const sumCosts = (costs: readonly AgentTurnCost[], pick: (cost: AgentTurnCost) => number): number =>
  costs.reduce((sum, cost) => sum + pick(cost), 0);

const Row = ({ name, costs }: { name: string; costs: readonly AgentTurnCost[] }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{sumCosts(costs, ({ tokens }) => tokens).toLocaleString('en')}</td>
    <td>{formatExactCredits(sumCosts(costs, ({ credits }) => credits))}</td>
    <td>{formatExactCredits(sumCosts(costs, ({ toolCredits }) => toolCredits))}</td>
  </tr>
);

/** Returns the calls that cost something, by the tool, agent or flow that they were for. */
const paidCalls = (steps: LiveRun['steps']) => {
  const calls = steps.filter((step) => step.type === 'TOOL').filter(({ credits }) => credits > 0);
  return [...Map.groupBy(calls, toWorkerName)].map(([name, made]) => ({
    name,
    calls: made.length,
    credits: made.reduce((sum, { credits }) => sum + credits, 0),
  }));
};

const ToolCosts = ({ steps }: Pick<LiveRun, 'steps'>) => {
  const paid = paidCalls(steps);
  if (paid.length === 0) return null;
  return (
    <table className={`small full-width ${classes.costs}`} aria-label="Cost of each tool">
      <thead>
        <tr>
          <th scope="col">Tool, agent or flow</th>
          <th scope="col">Calls</th>
          <th scope="col">Credits</th>
        </tr>
      </thead>
      <tbody>
        {paid.map(({ name, calls, credits }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{calls.toLocaleString('en')}</td>
            <td>{formatExactCredits(credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The costs of each turn of a run, of all of them together, and of the calls of each tool. */
export const TurnCosts = ({ costs, steps }: { costs: readonly AgentTurnCost[] } & Pick<LiveRun, 'steps'>) =>
  costs.length === 0 ? null : (
    <Fold label="Cost of each turn and tool">
      <table className={`small full-width ${classes.costs}`} aria-label="Cost of each turn">
        <thead>
          <tr>
            <th scope="col">Turn</th>
            <th scope="col">Tokens</th>
            <th scope="col">Model, credits</th>
            <th scope="col">Tools, credits</th>
          </tr>
        </thead>
        <tbody>
          {costs.map((cost) => (
            <Row key={cost.turn} name={String(cost.turn)} costs={[cost]} />
          ))}
        </tbody>
        <tfoot>
          <Row name="Together" costs={costs} />
        </tfoot>
      </table>
      <ToolCosts steps={steps} />
      <p className="note regular">
        Agents and flows that it hands work to have runs of their own. What these cost is shown with the calls
        that started them, and not in the turns.
      </p>
    </Fold>
  );
