// The tree in memory, the paths of tlog-tiles, and the body of a checkpoint.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight  = 8
	tileWidth   = 1 << tileHeight
	bundleLevel = -1
)

// storedHashes are the hashes of all complete subtrees, in the order of the package tlog.
type storedHashes []tlog.Hash

func (stored storedHashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		if index < 0 || index >= int64(len(stored)) {
			return nil, fmt.Errorf("no hash at %d", index)
		}
		hashes[i] = stored[index]
	}
	return hashes, nil
}

func (stored *storedHashes) append(index int64, entry []byte) error {
	more, err := tlog.StoredHashes(index, entry, *stored)
	*stored = append(*stored, more...)
	return err
}

// tilePath spells the path of a tile as tlog-tiles does. The package tlog puts the height of a tile
// into the path and calls bundles data.
func tilePath(tile tlog.Tile) string {
	path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight))
	if tile.L == bundleLevel {
		path = "entries" + strings.TrimPrefix(path, "data")
	}
	return "tile/" + path
}

// tilesOf lists the tiles of a tree: every full tile, and the last tile of a level if it is partial.
func tilesOf(size int64) []tlog.Tile {
	var tiles []tlog.Tile
	for level := 0; size>>(tileHeight*level) > 0; level++ {
		tiles = append(tiles, tilesOfLevel(level, size>>(tileHeight*level))...)
	}
	return tiles
}

func bundlesOf(size int64) []tlog.Tile {
	return tilesOfLevel(bundleLevel, size)
}

func tilesOfLevel(level int, hashes int64) []tlog.Tile {
	var tiles []tlog.Tile
	for n := int64(0); n < hashes/tileWidth; n++ {
		tiles = append(tiles, tlog.Tile{H: tileHeight, L: level, N: n, W: tileWidth})
	}
	if rest := int(hashes % tileWidth); rest > 0 {
		tiles = append(tiles, tlog.Tile{H: tileHeight, L: level, N: hashes / tileWidth, W: rest})
	}
	return tiles
}

func readBundle(bundle []byte, width int) ([][]byte, error) {
	entries := make([][]byte, width)
	for i := range entries {
		if len(bundle) < 2 || len(bundle)-2 < int(binary.BigEndian.Uint16(bundle)) {
			return nil, fmt.Errorf("the bundle ends within entry %d", i)
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		entries[i], bundle = bundle[2:end], bundle[end:]
	}
	if len(bundle) > 0 {
		return nil, fmt.Errorf("the bundle has %d bytes after its %d entries", len(bundle), width)
	}
	return entries, nil
}

func writeBundle(entries [][]byte) []byte {
	var bundle []byte
	for _, entry := range entries {
		bundle = append(bundle, byte(len(entry)>>8), byte(len(entry)))
		bundle = append(bundle, entry...)
	}
	return bundle
}

func checkpointBody(origin string, tree tlog.Tree) string {
	return fmt.Sprintf("%s\n%d\n%s\n", origin, tree.N, tree.Hash)
}

func readCheckpointBody(body string) (origin string, tree tlog.Tree, err error) {
	lines := strings.Split(body, "\n")
	if len(lines) < 4 || lines[0] == "" {
		return "", tree, fmt.Errorf("the checkpoint has %d lines", len(lines)-1)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 || lines[1] != strconv.FormatInt(size, 10) {
		return "", tree, fmt.Errorf("%q is not a size", lines[1])
	}
	root, err := base64.StdEncoding.Strict().DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return "", tree, fmt.Errorf("%q is not a root", lines[2])
	}
	tree.N = size
	copy(tree.Hash[:], root)
	return lines[0], tree, nil
}
