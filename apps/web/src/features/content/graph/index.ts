export { GraphSection } from './graph-section.tsx';
