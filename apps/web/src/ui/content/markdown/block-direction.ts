/** The parts of an element of the tree that is rendered. */
interface Node {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Elements that contain blocks of their own. */
const containers = new Set(['section', 'div']);

const setDirections = ({ children = [] }: Node): void => {
  for (const child of children) {
    if (child.type !== 'element' || child.tagName === undefined) continue;
    if (containers.has(child.tagName)) setDirections(child);
    else child.properties = { ...child.properties, dir: child.tagName === 'pre' ? 'ltr' : 'auto' };
  }
};

/** Gives each block the direction of its own first letter, so that an answer can mix scripts. Code is written from left to right. */
export const blockDirection = () => setDirections;
