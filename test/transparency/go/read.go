// Reads a whole log over HTTP and recomputes everything that it serves from its entries.
package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const sampledHashes = 200

type readResult struct {
	Origin  string    `json:"origin"`
	Size    int64     `json:"size"`
	Root    tlog.Hash `json:"root"`
	Tiles   int       `json:"tiles"`
	Bundles int       `json:"bundles"`
}

func read(prefix, vkey string) error {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return fmt.Errorf("verifier key: %w", err)
	}
	signed, err := get(prefix+"/checkpoint", "text/plain; charset=utf-8")
	if err != nil {
		return err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	origin, tree, err := readCheckpointBody(opened.Text)
	if err != nil {
		return err
	}
	if origin != verifier.Name() {
		return fmt.Errorf("the origin is %q, the key is named %q", origin, verifier.Name())
	}

	stored, err := readEntries(prefix, tree)
	if err != nil {
		return err
	}
	tiles, err := compareTiles(prefix, tree, stored)
	if err != nil {
		return err
	}
	if err := readAsClient(prefix, tree, stored); err != nil {
		return err
	}
	return printLine(readResult{origin, tree.N, tree.Hash, tiles, len(bundlesOf(tree.N))})
}

func readEntries(prefix string, tree tlog.Tree) (storedHashes, error) {
	var stored storedHashes
	for _, tile := range bundlesOf(tree.N) {
		bundle, err := get(prefix+"/"+tilePath(tile), "application/octet-stream")
		if err != nil {
			return nil, err
		}
		entries, err := readBundle(bundle, tile.W)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", tilePath(tile), err)
		}
		for i, entry := range entries {
			if err := stored.append(tile.N*tileWidth+int64(i), entry); err != nil {
				return nil, err
			}
		}
	}
	root, err := tlog.TreeHash(tree.N, stored)
	if tree.N == 0 {
		root = sha256.Sum256(nil)
	}
	if err == nil && root != tree.Hash {
		err = fmt.Errorf("the entries have the root %s, the checkpoint says %s", root, tree.Hash)
	}
	return stored, err
}

// compareTiles reads every tile and compares it with the same tile computed from the entries.
func compareTiles(prefix string, tree tlog.Tree, stored storedHashes) (int, error) {
	tiles := tilesOf(tree.N)
	for _, tile := range tiles {
		served, err := get(prefix+"/"+tilePath(tile), "application/octet-stream")
		if err != nil {
			return 0, err
		}
		computed, err := tlog.ReadTileData(tile, stored)
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(served, computed) {
			return 0, fmt.Errorf("%s differs from what the entries say", tilePath(tile))
		}
	}
	return len(tiles), nil
}

// readAsClient reads random hashes as a client does that trusts only the checkpoint.
func readAsClient(prefix string, tree tlog.Tree, stored storedHashes) error {
	if tree.N == 0 {
		return nil
	}
	reader := tlog.TileHashReader(tree, &remoteTiles{prefix})
	for i := 0; i < sampledHashes; i++ {
		index := rand.Int63n(tlog.StoredHashIndex(0, tree.N-1) + 1)
		hashes, err := reader.ReadHashes([]int64{index})
		if err != nil {
			return fmt.Errorf("hash %d: %w", index, err)
		}
		if hashes[0] != stored[index] {
			return fmt.Errorf("hash %d differs from what the entries say", index)
		}
	}
	return nil
}

type remoteTiles struct{ prefix string }

func (remoteTiles) Height() int                     { return tileHeight }
func (remoteTiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (remote remoteTiles) ReadTiles(tiles []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range tiles {
		content, err := get(remote.prefix+"/"+tilePath(tile), "application/octet-stream")
		if err != nil {
			return nil, err
		}
		data = append(data, content)
	}
	return data, nil
}

func get(url, contentType string) ([]byte, error) {
	response, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: status %d", url, response.StatusCode)
	}
	if served := response.Header.Get("Content-Type"); !strings.EqualFold(served, contentType) {
		return nil, fmt.Errorf("%s: content type %q instead of %q", url, served, contentType)
	}
	return body, nil
}
