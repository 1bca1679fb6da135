import type { AgentTurnCost } from '@atelier/contracts/build/agents/agent-run-shapes';
import { formatExactCredits } from '../../../../lib/format.ts';
import { Fold } from '../../../../ui/layout/fold.tsx';
import classes from './runs.module.css';

const sumOf = (costs: readonly AgentTurnCost[], pick: (cost: AgentTurnCost) => number): number =>
  costs.reduce((sum, cost) => sum + pick(cost), 0);

const Row = ({ name, costs }: { name: string; costs: readonly AgentTurnCost[] }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{sumOf(costs, ({ tokens }) => tokens).toLocaleString('en')}</td>
    <td>{formatExactCredits(sumOf(costs, ({ credits }) => credits))}</td>
    <td>{formatExactCredits(sumOf(costs, ({ toolCredits }) => toolCredits))}</td>
  </tr>
);

/** What each turn of a run used, and all of them together. */
export const TurnCosts = ({ costs }: { costs: readonly AgentTurnCost[] }) =>
  costs.length === 0 ? null : (
    <Fold label="Cost of each turn">
      <table className={classes.costs}>
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
      <p className={classes.note}>
        Agents and flows that it hands work to have runs of their own, with their own costs.
      </p>
    </Fold>
  );
