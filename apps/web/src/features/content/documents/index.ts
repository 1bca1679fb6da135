export { sourceKindLabel, toFileExtension } from './import-source.ts';
export {
  isUnderWay,
  parseStatusFilter,
  type StatusFilter,
  type StatusView,
  statusFilters,
  statusInDetail,
  statusInList,
} from './import-status.ts';
