// The thumbnail of a record in a place of fixed size, so that nothing jumps when it arrives.
import { useQuery } from '@tanstack/react-query';
import { thumbnailQuery } from '../../api/records-queries.ts';

interface RecordThumbnailProps {
  readonly recordId: string;
  readonly hasThumbnail: boolean;
  /** Empty if the text next to it names the record. */
  readonly description: string;
}

export function RecordThumbnail({ recordId, hasThumbnail, description }: RecordThumbnailProps) {
  const { data } = useQuery({ ...thumbnailQuery(recordId), enabled: hasThumbnail });
  return <span className="thumbnail">{hasThumbnail && data && <img src={data} alt={description} />}</span>;
}
