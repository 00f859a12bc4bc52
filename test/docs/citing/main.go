package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func textOf(digits string) string {
	bytes, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	return string(bytes)
}

func numberOf(digits string) int {
	number, err := strconv.Atoi(digits)
	if err != nil {
		panic(err)
	}
	return number
}

func answer(given []string) string {
	if given[0] == "window" {
		if found, readable := WindowOf(textOf(given[1]), numberOf(given[2]), numberOf(given[3])); readable {
			return hex.EncodeToString([]byte(found))
		}
		return "-"
	}
	if start, end, found := Locate(textOf(given[1]), textOf(given[2])); found {
		return fmt.Sprintf("%d %d", start, end)
	}
	return "-"
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fmt.Println(answer(strings.Split(lines.Text(), " ")))
	}
}
