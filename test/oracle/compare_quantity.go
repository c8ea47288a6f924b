package main

import (
	"flag"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
)

// A quantityAnswer gives a quantity's value in billionths, or "max" beyond ±10^36 of them.
type quantityAnswer struct {
	OK   bool   `json:"ok"`
	Nano string `json:"nano,omitempty"`
}

// compareQuantity generates quantity texts, valid and not, and compares their values.
func compareQuantity(arguments []string, out io.Writer) int {
	flags := flag.NewFlagSet("compare-quantity", flag.ExitOnError)
	path := flags.String("probe", "", "the program to compare with")
	count := flags.Int("count", 100000, "how many texts to generate")
	seed := flags.Uint64("seed", 1, "the seed of the generator")
	_ = flags.Parse(arguments)
	child := newProbe(*path)
	defer child.stop()
	different := 0
	fmt.Fprintf(out, "seed %d\n", *seed)
	for number := range *count {
		text := quantityText(rand.New(rand.NewPCG(*seed, uint64(number))))
		expected := parseQuantity(text)
		var actual quantityAnswer
		err := child.ask(map[string]string{"quantity": text}, &actual)
		if err == nil && actual == expected {
			continue
		}
		different++
		if different <= printedDifferences {
			fmt.Fprintf(out, "quantity    %q\n  Kubernetes  %s\n  probe       %s %s\n", text, asLine(expected), asLine(actual), errorText(err))
		}
	}
	fmt.Fprintf(out, "quantity: %d texts, %d differences\n", *count, different)
	if different > 0 {
		return 1
	}
	return 0
}

// parseQuantity answers with Kubernetes' own parser, which rounds what is finer than a billionth away from zero.
func parseQuantity(text string) quantityAnswer {
	quantity, err := resource.ParseQuantity(text)
	if err != nil {
		return quantityAnswer{}
	}
	return quantityAnswer{OK: true, Nano: inNano(quantity.AsDec())}
}

func inNano(value *inf.Dec) string {
	const (
		nanoScale    = 9
		largestPower = 36
	)
	unscaled, exponent := value.UnscaledBig(), nanoScale-int64(value.Scale())
	switch {
	case unscaled.Sign() == 0:
		return "0"
	case exponent > largestPower: // before a power of ten that nobody wants to compute
		return "max"
	case exponent < 0: // the parser has rounded, so these are zeros
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(-exponent), nil)
		return new(big.Int).Quo(unscaled, power).String()
	}
	nano := new(big.Int).Mul(unscaled, new(big.Int).Exp(big.NewInt(10), big.NewInt(exponent), nil))
	limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(largestPower), nil)
	if nano.CmpAbs(limit) > 0 {
		return "max"
	}
	return nano.String()
}

var quantitySuffixes = strings.Fields(`n u m k M G T P E Ki Mi Gi Ti Pi Ei K g Gb GB gi e3 E3 e-3 E+3 e0 E-9 e-10 e18 E19
	e e+ E- i mi ki Zi Z e1.5 e30 e-30 e+027 e2i`)

// Kubernetes' own parser computes the power of ten of any exponent: one of millions takes it minutes.
var longExponent = regexp.MustCompile(`([eE][+-]?[0-9]{3})[0-9]+`)

// quantityText makes a quantity's text that is mostly well formed.
func quantityText(random *rand.Rand) string {
	text := pick(random, "", "", "", "", "-", "+", "--", " ", "+-")
	text += digitsText(random)
	if random.IntN(2) == 0 {
		text += "." + digitsText(random)
	}
	if random.IntN(3) > 0 {
		text += quantitySuffixes[random.IntN(len(quantitySuffixes))]
	}
	if random.IntN(15) == 0 {
		at := random.IntN(len(text) + 1)
		text = text[:at] + pick(random, " ", ".", "_", ",", "é", "0", "e", "\n", "\x00", "-", "x") + text[at:]
	}
	return longExponent.ReplaceAllString(text, "$1")
}

func digitsText(random *rand.Rand) string {
	switch random.IntN(8) {
	case 0:
		return pick(random, "", "0", "00", "000000", "0000000001", "1000", "9223372036854775807", "9223372036854775808",
			"999999999999999999", "1000000000000000000", "18446744073709551616", "123456789012345678901234567890")
	case 1:
		return strconv.FormatUint(random.Uint64(), 10)
	case 2:
		return strings.Repeat("0", random.IntN(12)) + strconv.Itoa(random.IntN(100))
	}
	return strconv.Itoa(random.IntN(2048))
}

func pick(random *rand.Rand, choices ...string) string {
	return choices[random.IntN(len(choices))]
}
