import type { GraphView } from '@atelier/contracts/content/graph/graph-shapes';
import classes from './graph.module.css';
import { typeNames } from './model/graph-words.ts';

/** Shows the colour of each type. The drawing reads its colours from here. */
export const Legend = ({ types }: Pick<GraphView, 'types'>) => (
  <ul className={classes.legend} aria-label="Types">
    {types.map(({ type, entities }) => (
      <li key={type}>
        <span className={classes.dot} data-type={type} aria-hidden="true" />
        {typeNames[type]} <span className={classes.figure}>{entities}</span>
      </li>
    ))}
  </ul>
);
