import type { ConnectionService } from '@atelier/contracts/content/connections/connections';
import {
  type Icon,
  IconBrandElastic,
  IconBrandMongodb,
  IconBrandMysql,
  IconBrandSnowflake,
  IconCloud,
  IconDatabase,
  IconVectorTriangle,
  IconWorld,
} from '@tabler/icons-react';
import classes from './connections.module.css';

const byName: Record<string, Icon> = {
  elasticsearch: IconBrandElastic,
  mongodb: IconBrandMongodb,
  mysql: IconBrandMysql,
  snowflake: IconBrandSnowflake,
  pinecone: IconCloud,
};

const byService: Record<ConnectionService, Icon> = {
  VECTOR_STORE: IconVectorTriangle,
  DATABASE: IconDatabase,
  WEB: IconWorld,
};

/** The icon of a connection; one without an icon of its own gets that of its service. */
export const ConnectionIcon = ({ icon, service }: { icon: string; service: ConnectionService }) => {
  const Picture = byName[icon] ?? byService[service];
  return (
    <span className={`rigid rounded sunken accent-text ${classes.icon}`} aria-hidden="true">
      <Picture size={18} stroke={1.6} />
    </span>
  );
};
