// Downloads the signed file of a job, or stops the download.
import { Button } from '@mantine/core';
import { largeFilesTexts } from '../../texts/large-files.ts';
import { cancelDownload, startDownload, useDownloads } from './job-downloads.ts';

const texts = largeFilesTexts.download;

export function DownloadButton({ jobId, name }: { readonly jobId: string; readonly name: string }) {
  if (useDownloads().get(jobId)?.step === 'running') {
    return (
      <Button size="xs" variant="default" onClick={() => cancelDownload(jobId)}>
        {texts.stop}
      </Button>
    );
  }
  return (
    <Button size="xs" aria-label={texts.of(name)} onClick={() => void startDownload(jobId)}>
      {texts.button}
    </Button>
  );
}
