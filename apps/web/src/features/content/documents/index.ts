export { endingOf, sourceOf } from './import-source.ts';
export {
  isUnderWay,
  type StatusFilter,
  type StatusView,
  statusFilterOf,
  statusFilters,
  statusInDetail,
  statusInList,
} from './import-status.ts';
