export { SchemasSection } from './schemas-section.tsx';
